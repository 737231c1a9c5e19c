import type { course } from './ar/course.ts'
import type { reports } from './ar/desk/reports.ts'
import type { sales } from './ar/desk/sales.ts'

type Sources = {
  reports: Pick<typeof reports, 'title' | 'groupings' | 'columns'>
  methods: typeof sales.methods & { company: string }
  sources: typeof sales.sources
  categories: typeof course.categories
}
type Own = { riyals: (title: string) => string; noCoupon: string; recorded: string }

/** The texts of the file of sales that staff download: those of its page, with the unit of amounts in their titles. */
export function salesFileTexts(
  { reports, methods, sources, categories }: Sources,
  { riyals, noCoupon, recorded }: Own,
) {
  const { title, groupings, columns } = reports
  const { invoices, creditNotes, net, vat, total, before, yearBefore } = columns
  return {
    ...{ fileName: 'sales', title, groupings, methods, sources, categories, noCoupon, recorded },
    columns: {
      ...{ invoices, creditNotes, net: riyals(net), vat: riyals(vat), total: riyals(total) },
      ...{ before: riyals(before), yearBefore: riyals(yearBefore) },
    },
  }
}
