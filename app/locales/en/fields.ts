import type { fieldTexts as source } from '../ar/fields.ts'
import { countryNames } from '../country-names.ts'
import { formatMoney, formatNumber, pluralEn } from '../format.ts'

export const fieldTexts: typeof source = {
  required: () => 'This field is required.',
  invalid: () => 'This value is not valid.',
  email: () => 'Please enter a valid email address.',
  phone: () => 'Please enter a valid phone number',
  smsCountry: (codes) => `We can send text messages to numbers of these countries only: ${countryNames(codes, 'en')}.`,
  alphabetic: () => 'This field must contain alphabetic characters only.',
  tooLong: (max) => `This field must not exceed ${formatNumber(Number(max))} characters.`,
  password: () =>
    'Use at least 8 characters with an uppercase letter, a lowercase letter, a number and a special character.',
  commonPassword: () => 'This password is common and easy to guess. Choose another one.',
  wrongPassword: () => 'This password is not right.',
  mismatch: () => 'Password confirmation does not match.',
  terms: () => 'Please, agree to terms and conditions first',
  code: () => 'Enter the 6-digit code.',
  backupCode: () => 'Enter the 8 digits of a backup code.',
  number: () => 'Enter a whole number.',
  noContacts: () => 'Write the name only, without links, email addresses or phone numbers.',
  displayName: () => 'Use letters, numbers, spaces and . _ - only.',
  nameTaken: () => 'This name belongs to a member of our team. Choose another one.',
  samePassword: () => 'This is the password you have now. Choose another one.',
  fileTooLarge: (megabytes) => `This file is larger than ${megabytes} MB. Choose a smaller one.`,
  pictureType: () => 'Choose a picture in JPEG, PNG, WebP or GIF format.',
  pictureBroken: () => 'This picture could not be read. Choose another one.',
  fileGone: () => 'We no longer have this file. Attach it again.',
  fileEmpty: () => 'This file is empty. Choose another one.',
  fileKind: () =>
    'This kind of file is not accepted. Attach an image, an MP4 or WebM video, or a PDF, Word, Excel, PowerPoint or ZIP file.',
  pictureKind: () => 'Save the picture as JPEG, PNG, WebP or GIF, then attach it.',
  videoKind: () => 'Save the video as MP4 or WebM, then attach it.',
  fileBroken: () => 'This file could not be read; it may be incomplete or damaged. Choose another one.',
  fileLocked: () =>
    'This file has a password or an old Office format. Save it without a password in a current format, then attach it.',
  fileMacros: () => 'This file contains macros. Save it without them, then attach it.',
  fileNotItsName: () =>
    'The content of this file is not what its name says. Save it again in the right format, then attach it.',
  zipEntries: () => 'This archive holds more files than we accept. Split it, or attach only what is needed.',
  zipUnpacked: () => 'This file is larger than we accept once it is unpacked. Attach only what is needed.',
  zipUnsafe: () => 'This archive holds unsafe names or links. Pack your files again, then attach it.',
  zipNested: () => 'This archive holds other archives that we cannot check. Unpack them and pack the files themselves.',
  zipMethod: () => 'This archive was packed in an unusual way. Pack it again as an ordinary ZIP, then attach it.',
  picturePixels: (millions) => `This picture has too many pixels. Choose one of at most ${millions} million.`,
  commentNeeded: () => 'You have to write a comment',
  contentNeeded: () => 'Please fill in this field.',
  categoryNeeded: () => 'Please select a category.',
  identityNumber: () => 'Check the number: ten digits that begin with 1 (national ID) or 2 (residence permit).',
  identityOfNational: () => 'We take national ID numbers only; they begin with 1.',
  age: (range) => {
    const [least, most] = range.split(',')
    return `We take applications from people aged ${least} to ${most}. Check the date of birth.`
  },
  year: () => 'Write the year in four digits, such as 2012.',
  yearAtMost: (year) => `The graduation year cannot be after ${year}.`,
  yearAtLeast: (year) => `This does not fit your date of birth; the earliest possible year is ${year}.`,
  experienceAtMost: (years) =>
    `This does not fit your age; at most ${pluralEn(Number(years), '{n} year', '{n} years')}.`,
  publishDate: () => 'Write the year, or the year and month, such as 2021 or 2021-05.',
  dateInFuture: () => 'This date is still to come.',
  publishedTooEarly: () => 'This date does not fit your date of birth.',
  tooManyRows: (most) => `We take at most ${pluralEn(Number(most), '{n} row', '{n} rows')} here.`,
  cvNeeded: () => 'Attach your CV.',
  receiptKind: () => 'Attach the receipt as a PDF, or as a JPG or PNG picture.',
  cvKind: () => 'Attach the CV as a PDF or a Word file (docx).',
  cvNotPdf: () => 'The file’s name ends in pdf, but its content is something else. Save the CV as PDF, then attach it.',
  waiveAtMost: (percent) => `No more than ${percent}% of the total can be waived. Ask for the rest or send it back.`,
  iban: () => 'Check the IBAN; a Saudi one begins with SA and has 24 characters.',
  refundAtMost: (halalas) => `At most ${formatMoney(Number(halalas), 'en')} can still be returned of this order.`,
  fourDigits: () => 'Enter four digits.',
  postalCode: () => 'A postal code has five digits.',
  shortAddress: () => 'A short address has four Latin letters and four digits, such as RRRD2929.',
  tenDigits: () => 'A commercial registration has ten digits.',
  vatNumber: () => 'A VAT number has 15 digits; it begins and ends with 3.',
  saudiIban: () => 'Check the IBAN: SA and 22 digits.',
  phoneNumber: () => 'Enter a phone number, such as +966 11 000 0000.',
  link: () => 'Enter a full link that begins with https://.',
  vatReason: () => 'Enter the reason: courses with this treatment are published, and their invoices must state it.',
  date: () => 'Enter a valid date.',
  consent: () => 'Agree first that we use your data to answer you.',
  numberBetween: (range) => {
    const [least, most] = range.split(',')
    return `Enter a number from ${formatNumber(Number(least))} to ${formatNumber(Number(most))}.`
  },
}
