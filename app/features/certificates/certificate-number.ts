/** `2026-0042`: numbered without gaps, anew each year. */
export function certificateNumber({ year, place }: { year: number; place: number }): string {
  return `${year}-${String(place).padStart(4, '0')}`
}
