import { course } from '../course.ts'
import { reports } from './reports.ts'
import { sales } from './sales.ts'

const { columns, groupings } = reports
const riyals = (title: string) => `${title} (ر.س)`

/** The names of what sales are added up by, and the file in which staff download them. */
export const reportTexts = {
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
  noCoupon: 'بلا رمز خصم',
  recorded: 'دورات مسجّلة بلا موعد',
}
