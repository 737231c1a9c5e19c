import { salesFileTexts } from '../../sales-file.ts'
import { course } from '../course.ts'
import { reports } from './reports.ts'
import { sales } from './sales.ts'

/** The names of what sales are added up by, and the file in which staff download them. */
export const reportTexts = salesFileTexts(
  { reports, methods: { ...sales.methods, company: 'الشركات' }, sources: sales.sources, categories: course.categories },
  { riyals: (title) => `${title} (ر.س)`, noCoupon: 'بلا رمز خصم', recorded: 'دورات مسجّلة بلا موعد' },
)
