/** `2026-0042`: numbered without gaps, anew each year. */
export function certificateNumber({ year, place }: { year: number; place: number }): string {
  return `${year}-${String(place).padStart(4, '0')}`
}

/** The year and the place of what is written as a number; undefined for any other text. */
export function numberOf(text: string): { year: number; place: number } | undefined {
  const [, year, place] = /^(\d{4})-(\d{4,9})$/.exec(text.trim()) ?? []
  return year && place ? { year: Number(year), place: Number(place) } : undefined
}
