/** The icons that may be the mark of a specialization. */
export const MARKS = [
  ...(['compass', 'gantt', 'bars', 'shield', 'people', 'coins', 'megaphone', 'brackets', 'speech', 'crate'] as const),
  ...(['pulse', 'helmet', 'scales', 'pen', 'video', 'building', 'book', 'globe', 'laptop'] as const),
] as const
export type Mark = (typeof MARKS)[number]

/** The address of a name: letters and digits, with hyphens between the words. */
export function slugOf(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}
