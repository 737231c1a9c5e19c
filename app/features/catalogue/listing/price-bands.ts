/** The bands of the listing's price facet in halalas, both ends inclusive; the last one has no upper end. */
export const PRICE_BANDS: readonly { from: number; to?: number }[] = [
  { from: 0, to: 0 },
  { from: 1, to: 99_999 },
  { from: 100_000, to: 199_999 },
  { from: 200_000, to: 499_999 },
  { from: 500_000 },
]
