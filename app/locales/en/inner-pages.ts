import type { innerPages as source } from '../ar/inner-pages.ts'
import { pluralEn } from '../format.ts'
import { enquiries } from './enquiries.ts'
import { leads } from './leads.ts'

const letter = (...lines: string[]) => ['Hello,', '', ...lines].join('\n')

export const innerPages: typeof source = {
  enquiries,
  leads,
  ways: {
    email: 'Write to us',
    whatsapp: 'WhatsApp',
    call: 'Call us',
    all: 'All ways to reach us',
    note: 'The button opens a prepared message in your mail. Fill it in and send it.',
  },
  services: {
    action: 'Ask for a quote',
    courses: 'Browse courses',
    clientsTitle: 'Teams we have trained',
    allClients: 'All clients',
  },
  support: {
    action: 'Contact support',
    allQuestions: 'All questions and answers',
    mail: {
      subject: 'Technical support',
      body: letter(
        'What I was doing: ',
        'What I saw: ',
        'Device and browser: ',
        'Roughly when: ',
        'Order number, if it is about a payment: ',
      ),
    },
    message: 'Hello, I need technical help with the site.',
  },
  complains: {
    action: 'Make a complaint',
  },
  joinUs: { action: 'Apply now' },
  apps: {
    breadcrumb: 'The app',
    system: { ios: 'iPhone and iPad', android: 'Android' },
    download: { ios: 'Get it on the App Store', android: 'Get it on Google Play' },
    qrLabel: { ios: 'QR code of the app’s App Store page', android: 'QR code of the app’s Google Play page' },
    qrHint: 'Or point your phone’s camera at the code',
    screenLabel: 'A screen of the app',
    otherTitle: { ios: 'On an iPhone or iPad?', android: 'On an Android phone?' },
    otherLink: { ios: 'The app for iPhone', android: 'The app for Android' },
    browse: 'Browse courses',
  },
  about: {
    coursesAction: 'Browse courses',
    contactAction: 'Contact us',
    legalTitle: 'Company details',
    legalName: 'Legal name',
    licence: 'Licence',
  },
  contact: {
    address: 'Address',
    officialTitle: 'Official details',
    map: 'Show on a map',
    write: 'Write your message',
  },
  faq: {
    groups: 'Topics',
    linkTo: 'Link to this question',
    copied: 'Link copied',
    searchForm: 'Search the questions',
    search: 'Your question in a word or two',
    searchPlaceholder: 'Such as refund, invoice, certificate',
    submit: 'Search',
    clear: 'All questions',
    found: (count) => (count === 0 ? 'No results' : pluralEn(count, '1 question found', '{n} questions found')),
    mended: (words) => `Nothing for that word; here is what we found for “${words}”`,
    noneTitle: (term) => `No question about “${term}”`,
    noneBody: 'Try a broader word, or just ask us.',
    noneAction: 'Ask us',
    emptyTitle: 'No questions yet',
    emptyBody: 'Ask us anything; we answer within two working days.',
    questions: (count) => pluralEn(count, '1 question', '{n} questions'),
  },
  policy: {
    contents: 'On this page',
    updated: (day) => `Last updated: ${day}`,
    others: 'Other policies',
    questions: 'A question about this policy?',
    ask: 'Contact us',
    print: 'Print this page',
    emptyTitle: 'This policy hasn’t been published yet',
    emptyBody: 'Write to us and we’ll send you its text.',
  },
  reviews: {
    average: 'Average rating',
    distribution: 'How the ratings are spread',
    stars: (rate) => pluralEn(rate, '1 star', '{n} stars'),
    share: (percent) => `${percent}%`,
    count: (count) => (count === 0 ? 'No reviews yet' : pluralEn(count, '1 review', '{n} reviews')),
    noneTitle: 'No reviews yet',
    noneBody: 'We ask every learner a week after the course ends, and publish what they write here.',
    noneAction: 'Browse courses',
    emptyTitle: 'No reviews on this page',
    emptyAction: 'To the first reviews',
  },
  organisations: {
    list: { partner: 'Our partners', client: 'Our clients' },
    emptyTitle: { partner: 'No partners announced yet', client: 'No clients announced yet' },
    emptyBody: {
      partner: 'We agree with each partner on what is published before we publish it.',
      client: 'We name an organisation only with its permission.',
    },
    action: { partner: 'Become a partner', client: 'Train your team with us' },
  },
}
