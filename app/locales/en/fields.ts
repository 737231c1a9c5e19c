import type { fieldTexts as source } from '../ar/fields.ts'
import { countryNames } from '../country-names.ts'
import { formatNumber } from '../format.ts'

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
  date: () => 'Enter a valid date.',
  consent: () => 'Agree first that we use your data to answer you.',
  numberBetween: (range) => {
    const [least, most] = range.split(',')
    return `Enter a number from ${formatNumber(Number(least))} to ${formatNumber(Number(most))}.`
  },
}
