/** The learners of the demonstration, in the order in which they joined. */

const NAMES: [first: string, last: string, latin: string][] = [
  ['نورة', 'السبيعي', 'noura.alsubaie'],
  ['عبدالرحمن', 'الشهراني', 'abdulrahman.alshahrani'],
  ['ريما', 'الجهني', 'reema.aljuhani'],
  ['ماجد', 'الزهراني', 'majed.alzahrani'],
  ['أروى', 'باوزير', 'arwa.bawazeer'],
  ['سلطان', 'العتيبي', 'sultan.alotaibi'],
  ['جود', 'المطيري', 'joud.almutairi'],
  ['إياد', 'حكمي', 'eyad.hakami'],
  ['لطيفة', 'الدوسري', 'latifa.aldosari'],
  ['فهد', 'البقمي', 'fahad.albuqami'],
  ['شيماء', 'فلاتة', 'shaima.fallatah'],
  ['راكان', 'الرويلي', 'rakan.alruwaili'],
  ['دلال', 'العنزي', 'dalal.alanazi'],
  ['مهند', 'خوجة', 'muhannad.khoja'],
  ['أسماء', 'القحطاني', 'asma.alqahtani'],
  ['بندر', 'السلمي', 'bandar.alsulami'],
  ['رهف', 'الغامدي', 'rahaf.alghamdi'],
  ['تركي', 'الشمري', 'turki.alshammari'],
  ['منال', 'عسيري', 'manal.asiri'],
  ['حاتم', 'برناوي', 'hatim.barnawi'],
  ['هديل', 'النجار', 'hadeel.alnajjar'],
  ['وليد', 'الرشيدي', 'waleed.alrashidi'],
  ['غدير', 'المالكي', 'ghadeer.almalki'],
  ['يزن', 'قطان', 'yazan.qattan'],
  ['مشاعل', 'الحربي', 'mashael.alharbi'],
  ['نواف', 'اليامي', 'nawaf.alyami'],
  ['سديم', 'الثقفي', 'sadeem.althaqafi'],
  ['زياد', 'بخاري', 'ziyad.bukhari'],
]

/** Reserved for examples: no mail goes out by it. */
const DOMAIN = 'learners.maahad.example'

export const LEARNERS = NAMES.map(([firstName, lastName, latin], index) => ({
  email: `${latin}@${DOMAIN}`,
  firstName,
  lastName,
  phone: `+9665001${String(index + 1).padStart(5, '0')}`,
}))

export const STAFF = {
  owner: 'owner@maahad.example',
  admin: 'admin@maahad.example',
  finance: 'finance@maahad.example',
  content: 'content@maahad.example',
  teacher: 'teacher@maahad.example',
} as const
export type StaffName = keyof typeof STAFF

/** Whoever signs in as a learner. */
export const GUEST_LEARNER = 'learner@maahad.example'

/** One of `LEARNERS` by their place, or whoever signs in as a learner. */
export type LearnerName = number | 'guest'

export const emailOf = (learner: LearnerName): string =>
  learner === 'guest' ? GUEST_LEARNER : LEARNERS[learner]!.email
