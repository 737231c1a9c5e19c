import type { IconName } from '../../../app/ui/icons/icon-names.ts'

/** A specialization as the covers show it: a colour, a mark, and the courses that share them. */
export interface Field {
  colour: string
  mark: IconName
  courses: string[]
}

/**
 * The courses in the order in which their covers were first drawn. A cover follows from its number in this order:
 * a new specialization or course goes to the end, so that no other cover changes.
 */
export const FIELDS: Field[] = [
  field(
    '#14594b',
    'compass',
    `applied-business-administration-diploma first-time-manager strategic-planning-okr
    leading-change executive-decision-making`,
  ),
  field(
    '#2b4a6f',
    'gantt',
    `pmp-preparation capm-preparation agile-scrum-practice project-management-foundations
    pmo-setup`,
  ),
  field(
    '#7c3d1c',
    'people',
    `hr-diploma modern-hr-management shrm-preparation saudi-labour-law-practice
    interviewing-and-hiring`,
  ),
  field(
    '#1f3b63',
    'bars',
    `data-analysis-power-bi python-for-data machine-learning-applied generative-ai-at-work
    data-analytics-diploma sql-foundations`,
  ),
  field(
    '#5b2a52',
    'shield',
    `cybersecurity-essentials security-plus-preparation ecc-controls-in-practice
    penetration-testing-lab cybersecurity-diploma`,
  ),
  field(
    '#26506b',
    'brackets',
    `web-development-foundations full-stack-typescript flutter-app-development
    programming-qualification oracle-java-preparation`,
  ),
  field(
    '#3d4f1f',
    'coins',
    `accounting-qualification vat-zakat-practice socpa-preparation financial-analysis-excel
    accounting-diploma`,
  ),
  field(
    '#8a2f3c',
    'megaphone',
    `digital-marketing-diploma content-writing-arabic google-meta-ads
    social-media-strategy`,
  ),
  field('#3a3f4a', 'scales', 'compliance-officer-preparation pdpl-in-practice contracts-drafting'),
  field('#4a3a6b', 'crate', 'procurement-essentials cips-preparation logistics-operations'),
  field('#6b4a14', 'speech', 'business-english ielts-preparation english-from-zero translation-diploma'),
  field(
    '#1c6a6a',
    'pulse',
    `healthcare-quality-cphq healthcare-administration-diploma medical-coding-icd10
    infection-control-basics`,
  ),
  field('#8a4a0c', 'helmet', 'nebosh-igc-preparation osha-general-industry fire-safety-officer'),
  field('#7a2a5f', 'pen', 'ux-design-practice visual-identity-design figma-foundations interface-design-diploma'),
]

function field(colour: string, mark: IconName, courses: string): Field {
  return { colour, mark, courses: courses.split(/\s+/) }
}
