import { expect, it } from 'vitest'
import { isSameName } from './matching.ts'

it.each([
  ['سارة القحطاني', ['SARA ALQAHTANI', 'Sarah M. Al-Kahtani', 'SARAH AL QAHTANI', 'Sara Gahtani']],
  ['لطيفة الدوسري', ['LATIFA ALDOSARI', 'Latifah Al Dossary', 'LATEEFA ADDAWSARI']],
  ['عبدالرحمن الشهراني', ['ABDULRAHMAN ALSHAHRANI', 'Abdul Rahman Al-Shehrani', 'ABDURRAHMAN SHAHRANI']],
  ['عبد الله الغامدي', ['ABDULLAH ALGHAMDI', 'Abdallah Al Ghamdi', 'ABDULLA GHAMDI']],
  ['محمد بن سعود العتيبي', ['MOHAMMED SAUD ALOTAIBI', 'Muhammad Al Otaybi', 'MOHAMAD SAOUD OTAIBI']],
  ['نورة السبيعي', ['NOURA ALSUBAIE', 'Norah As-Subaie']],
  ['يوسف إبراهيم الجهني', ['YOUSEF ALJOHANI', 'Yusuf Ibrahim']],
  ['هدى العنزي', ['HUDA ALANAZI', 'Hoda Al Enezi']],
  ['عائشة فلاتة', ['AISHA FALLATAH']],
  ['ثامر الخوجة', ['THAMER KHOJA', 'Thamir Alkhoja']],
])('%s is known in Latin letters', (name, spellings) => {
  expect(spellings.filter((spelling) => !isSameName(`TRANSFER FROM ${spelling} COURSE FEE`, name))).toEqual([])
})

it.each([
  ['سارة القحطاني', ['SARA ALOTAIBI', 'NOURA ALQAHTANI', 'SARA SARA']],
  ['سعد الحربي', ['SAUD ALHARBI', 'SAEED ALHARBI', 'MOSAAD ALHARBI']],
  ['جمال الزهراني', ['KAMAL ALZAHRANI']],
  ['علي العتيبي', ['ABDULLAH ALOTAIBI', 'ALIA ALOTAIBI']],
  ['حسن العمري', ['HUSSEIN ALAMRI', 'HASSAN ALSHAMMARI']],
])('another person is not taken for %s', (name, others) => {
  expect(others.filter((other) => isSameName(other, name))).toEqual([])
})

it.each(['ها'.repeat(5), 'حه'.repeat(5), 'عا'.repeat(5), 'وي'.repeat(5), 'لا'.repeat(400)])(
  '%s is compared at once',
  (name) => {
    const words = ['h', 'a', 'u', 'y', 'wi', 'ha', 'la'].map((part) => `${part.repeat(24 / part.length - 1)}x`)
    expect(isSameName(words.join(' '), name)).toBe(false)
  },
)
