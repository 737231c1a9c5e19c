/** Companies that send their staff, at several degrees of what is known of them. */
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
    })
}
