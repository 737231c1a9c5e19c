/** Detects a pointer that moves towards a panel, so that entries it crosses on the way are ignored. */
export type Point = { x: number; y: number }
export type Box = { left: number; right: number; top: number; bottom: number }

/** Whether a movement points into the triangle between its start and the nearer edge of the box. */
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
