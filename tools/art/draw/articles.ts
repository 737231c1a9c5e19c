import type { IconName } from '../../../app/ui/icons/icon-names.ts'
import type { Field } from './catalogue.ts'

/**
 * The articles of the blog in the order in which their covers were first drawn, by category: a new one goes to the end,
 * so that no other cover changes. Their numbers go on where those of the courses' covers may still grow to.
 */
export const FIRST_ARTICLE = 200

export const ARTICLE_COVERS: { key: string; field: Field }[] = [
  ...covers('#14594b', 'compass', 'reading-a-job-advert interview-stories'),
  ...covers('#2b4a6f', 'certificate', 'pmp-while-working socpa-first-steps choosing-an-hr-certificate'),
  ...covers('#5b2a52', 'gantt', 'first-ten-days-of-a-project meetings-that-decide first-ninety-days-as-manager'),
  ...covers('#7c3d1c', 'people', 'reading-your-contract first-week-at-work'),
  ...covers('#1f3b63', 'bars', 'excel-habits dashboards-begin-with-decisions'),
  ...covers('#6b4f12', 'book', 'remembering-what-you-learn clear-arabic-emails'),
  ...covers('#5b2a52', 'shield', 'never-read-out-the-code first-hour-of-an-incident'),
  ...covers('#1f3b63', 'bars', 'star-schema-in-power-bi'),
  ...covers('#26506b', 'laptop', 'checking-what-ai-writes'),
  ...covers('#26506b', 'brackets', 'read-code-first'),
  ...covers('#7a2a5f', 'pen', 'interfaces-that-begin-in-arabic'),
  ...covers('#8a2f3c', 'megaphone', 'three-thousand-riyal-campaign'),
  ...covers('#3a3f4a', 'scales', 'pdpl-record-in-a-week evidence-before-policies'),
  ...covers('#1c6a6a', 'pulse', 'near-misses-without-blame choosing-the-principal-diagnosis'),
  ...covers('#4a3a6b', 'crate', 'cheapest-offer counting-without-closing'),
  ...covers('#6b4a14', 'speech', 'ielts-from-six-to-seven'),
  ...covers('#2f4f3a', 'coins', 'e-invoicing-in-a-small-business thirteen-weeks-of-cash'),
  ...covers('#7c3d1c', 'scales', 'investigation-before-penalty'),
  ...covers('#7c3d1c', 'people', 'hiring-with-a-scorecard training-needs-in-a-week return-on-training'),
  ...covers('#5b2a52', 'chat', 'yes-that-means-yes'),
  ...covers('#5b2a52', 'gantt', 'a-risk-register-that-is-read'),
  ...covers('#5a4410', 'helmet', 'ten-minutes-before-the-shift'),
  ...covers('#14594b', 'compass', 'resigning-well back-to-work'),
  ...covers('#6b4f12', 'book', 'last-week-before-the-exam live-class-from-home'),
]

function covers(colour: string, mark: IconName, keys: string) {
  return keys.split(' ').map((key) => ({ key, field: { colour, mark, courses: [] } }))
}
