/** Whether a mouse is on its way to a panel: then what it crosses is not meant. */
export type Point = { x: number; y: number }
export type Box = { left: number; right: number; top: number; bottom: number }

/** Whether the way from one point to another leads into the triangle between its start and the box's nearer edge. */
export function headsFor(box: Box, from: Point, to: Point): boolean {
  const edge = from.x <= box.left ? box.left : from.x >= box.right ? box.right : undefined
  if (edge === undefined || edge === from.x) return false
  const progress = (to.x - from.x) / (edge - from.x)
  if (progress <= 0) return false
  const reach = Math.min(progress, 1)
  const top = from.y + (box.top - from.y) * reach
  const bottom = from.y + (box.bottom - from.y) * reach
  return to.y >= top && to.y <= bottom
}
