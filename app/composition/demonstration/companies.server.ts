/** Companies that send their staff, at several degrees of what is known of them. */
import type { Stage } from './stage.server.ts'
import type { Story } from './story.ts'

const NONE = { vatNumber: null, registerNumber: null, nationalAddress: null, notes: '' }

const COMPANIES = [
  {
    days: -40,
    fields: {
      name: { ar: 'شركة مدار للتقنية', en: 'Madar Technology Company' },
      ...{ vatNumber: '300123456700003', registerNumber: '1010456789' },
      nationalAddress: {
        ...{ buildingNumber: '3141', additionalNumber: '6592', postalCode: '12333', shortAddress: 'RHMA3141' },
        street: { ar: 'طريق أنس بن مالك', en: 'Anas Bin Malik Road' },
        district: { ar: 'حي الملقا', en: 'Al Malqa' },
        city: { ar: 'الرياض', en: 'Riyadh' },
      },
      notes: 'ترسل موظفيها كل ربع سنة. الفاتورة باسم قسم تطوير المواهب.',
    },
    contacts: [
      {
        ...{ name: 'نوف العتيبي', email: 'nouf@madar.example', phone: '+966 55 500 2101' },
        ...{ jobTitle: 'مديرة تطوير المواهب', isPrimary: true },
      },
      {
        ...{ name: 'ياسر الحازمي', email: 'accounts@madar.example', phone: null },
        ...{ jobTitle: 'محاسب', isPrimary: false },
      },
    ],
  },
  {
    days: -21,
    fields: {
      ...NONE,
      name: { ar: 'مجموعة الساحل الصناعية', en: 'Al Sahel Industrial Group' },
      ...{ vatNumber: '310987654300003', registerNumber: '2050123987' },
      nationalAddress: {
        ...{ buildingNumber: '7420', additionalNumber: '2215', postalCode: '32241', shortAddress: '' },
        street: { ar: 'طريق الملك سعود', en: 'King Saud Road' },
        district: { ar: 'حي النهضة', en: 'An Nahdah' },
        city: { ar: 'الدمام', en: 'Dammam' },
      },
    },
    contacts: [
      {
        ...{ name: 'طارق باوزير', email: 'training@alsahel.example', phone: '+966 13 500 2144' },
        ...{ jobTitle: 'رئيس التدريب', isPrimary: true },
      },
    ],
  },
  {
    days: -7,
    fields: { ...NONE, name: { ar: 'شركة رواسي للمقاولات' }, notes: 'طلبت عرض سعر لثمانية عشر موظفًا.' },
    contacts: [
      {
        ...{ name: 'سامي العمران', email: 'sami@mail.example', phone: '+966555000012' },
        ...{ jobTitle: 'مدير التدريب', isPrimary: true },
      },
    ],
  },
]

export function companies(story: Story) {
  for (const { days, fields, contacts } of COMPANIES)
    story.at(days, '12:15', async (stage, at) => {
      const api = stage.staff('finance', at).companies
      const { id } = await api.createCompany(fields)
      for (const contact of contacts) await api.addContact({ id, ...contact })
      story.companies.set(fields.name.ar, id)
    })
  purchase(story)
  openQuotes(story)
  paidTwice(story)
}

type Line = { run: string; seats: number; discountHalalas?: number }

/** A quote with one line, as a draft. */
async function draft(story: Story, stage: Stage, at: Date, { company, line }: { company: string; line: Line }) {
  const { companies: known, quotes } = stage.staff('finance', at)
  const { id: companyId, contacts } = await known.company({ id: story.company(company) })
  const { id } = await quotes.createQuote({ companyId, contactId: contacts[0]!.id })
  const { courseId, id: scheduleId } = story.run(line.run)
  const { seats, discountHalalas = 0 } = line
  return quotes.addQuoteLine({ id, courseId, scheduleId, seats, discountHalalas })
}

const EMPLOYEES = [
  { firstName: 'هيفاء', lastName: 'الدوسري', email: 'haifa@madar.example', phone: '0555002111' },
  { firstName: 'ماجد', lastName: 'الشهري', email: 'majed@madar.example', phone: '0555002112' },
]

/** Accepted by the company's link, paid by transfer; two of its employees use their seats, two are invited. */
function purchase(story: Story) {
  const told: { id: number; number: string; token: string; codes: string[]; lineId: number; totalHalalas: number } = {
    ...{ id: 0, number: '', token: '', codes: [], lineId: 0, totalHalalas: 0 },
  }
  story.at(-14, '10:05', async (stage, at) => {
    const line = { run: 'english', seats: 6, discountHalalas: 50_000 }
    const { id, totals } = await draft(story, stage, at, { company: 'شركة مدار للتقنية', line })
    const { totalHalalas } = totals
    const sent = await stage.staff('finance', at).quotes.sendQuote({ id, totalHalalas })
    const token = new URL(sent.link!).searchParams.get('token')!
    Object.assign(told, { id, number: sent.number, token, totalHalalas, lineId: sent.lines[0]!.id })
  })
  story.at(-13, '13:40', async (stage, at) => {
    const { number, token, totalHalalas } = told
    const who = { name: 'نوف العتيبي', role: 'مديرة تطوير المواهب', hasAgreed: true }
    const { seats } = await stage.visitor(at).quotes.acceptQuotation({ number, token, totalHalalas, ...who })
    told.codes = seats.map(({ code }) => code)
  })
  story.at(-9, '11:20', async (stage, at) => {
    const { id, totalHalalas: amountHalalas } = told
    const payment = { kind: 'received', method: 'transfer', reference: 'FT26314000871' } as const
    const receivedOn = stage.day(-9)
    await stage.staff('finance', at).quotes.recordCompanyPayment({ id, ...payment, amountHalalas, receivedOn })
  })
  story.at(-8, '09:50', async (stage, at) => {
    const { number, token, lineId } = told
    const names = 'ريم القرني, reem@madar.example\nبدر العنزي, badr@madar.example'
    await stage.visitor(at).quotes.nameSeats({ number, token, lineId, names })
  })
  for (const [index, person] of EMPLOYEES.entries())
    story.at(-7 + index, '20:15', async (stage, at) => {
      // The first two are named for others.
      const code = told.codes[2 + index]!
      await stage.visitor(at).quotes.redeemSeat({ code, ...person, hasAgreed: true })
    })
}

/** One that waits for the company's answer, and one that is still written. */
function openQuotes(story: Story) {
  story.at(-4, '14:30', async (stage, at) => {
    const line = { run: 'contracts later', seats: 4 }
    const { id, totals } = await draft(story, stage, at, { company: 'شركة مدار للتقنية', line })
    await stage.staff('finance', at).quotes.sendQuote({ id, totalHalalas: totals.totalHalalas })
  })
  story.at(-2, '15:10', async (stage, at) => {
    await draft(story, stage, at, { company: 'شركة رواسي للمقاولات', line: { run: 'contracts later', seats: 8 } })
  })
}

/** Paid by transfer and once more by card: Finance decides whether it goes back or pays what the company bought since. */
function paidTwice(story: Story) {
  const company = 'مجموعة الساحل الصناعية'
  const bought = async (stage: Stage, at: Date, seats: number) => {
    const { id, totals } = await draft(story, stage, at, { company, line: { run: 'contracts later', seats } })
    const { totalHalalas } = totals
    const { link, number } = await stage.staff('finance', at).quotes.sendQuote({ id, totalHalalas })
    const byLink = { number, token: new URL(link!).searchParams.get('token')! }
    const who = { name: 'طارق باوزير', role: 'رئيس التدريب', hasAgreed: true }
    await stage.visitor(at).quotes.acceptQuotation({ ...byLink, totalHalalas, ...who })
    return { id, totalHalalas, byLink }
  }
  story.at(-3, '10:40', async (stage, at) => {
    const { id, totalHalalas, byLink } = await bought(stage, at, 2)
    const { paymentUrl } = await stage.visitor(at).purchasePayments.payByCard(byLink)
    const payment = { kind: 'received', method: 'transfer', reference: 'FT26321000417' } as const
    const received = { ...payment, amountHalalas: totalHalalas, receivedOn: stage.day(-3) }
    await stage.staff('finance', at).quotes.recordCompanyPayment({ id, ...received })
    await stage.cardOfCompany(paymentUrl, totalHalalas, at)
  })
  story.at(-2, '11:10', async (stage, at) => void (await bought(stage, at, 1)))
}
