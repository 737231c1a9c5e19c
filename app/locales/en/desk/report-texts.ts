import type { reportTexts as source } from '../../ar/desk/report-texts.ts'
import { course } from '../course.ts'
import { reports } from './reports.ts'
import { sales } from './sales.ts'

const { columns, groupings } = reports
const riyals = (title: string) => `${title} (SAR)`

/** The names of what sales are added up by, and the file in which staff download them. */
export const reportTexts: typeof source = {
  fileName: 'sales',
  title: reports.title,
  groupings,
  columns: {
    ...{ invoices: columns.invoices, creditNotes: columns.creditNotes },
    ...{ net: riyals(columns.net), vat: riyals(columns.vat), total: riyals(columns.total) },
    ...{ before: riyals(columns.before), yearBefore: riyals(columns.yearBefore) },
  },
  methods: sales.methods,
  categories: course.categories,
  noCoupon: 'Without a coupon',
  recorded: 'Recorded courses without dates',
}
