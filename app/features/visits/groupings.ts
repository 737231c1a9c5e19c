/** By what visits are added up, with the figures that each has: the first is drawn and compared. */
export const VISIT_FIGURES = {
  day: ['visits', 'views'],
  page: ['views', 'visitors'],
  source: ['visits'],
  campaign: ['visits', 'seen', 'started', 'ordered', 'paid'],
  search: ['searches'],
  course: ['seen', 'started', 'ordered', 'paid'],
} as const
export type VisitGrouping = keyof typeof VISIT_FIGURES
export const VISIT_GROUPINGS = Object.keys(VISIT_FIGURES) as VisitGrouping[]
export const FIGURES = ['visits', 'views', 'visitors', 'searches', 'seen', 'started', 'ordered', 'paid'] as const
export type Figure = (typeof FIGURES)[number]
