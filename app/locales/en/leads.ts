import type { leads as source } from '../ar/leads.ts'
import { pluralEn } from '../format.ts'

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const within = (days: number) => `within ${WORDS[days] ?? days} ${pluralEn(days, 'working day', 'working days')}`

export const leads: typeof source = {
  kinds: {
    contact: 'Message',
    support: 'Request for technical help',
    complaint: 'Complaint',
    quote: 'Request for a quote',
    partnership: 'Partnership proposal',
    trainer: 'Trainer application',
  },
  statuses: { received: 'Received', handling: 'Being handled', answered: 'Answered', closed: 'Closed' },
  next: {
    contact: (days) => `The person responsible for your subject reads your message and answers ${within(days)}.`,
    support: (days) =>
      `The support team begins with the most urgent, and answers every request ${within(days)} at the latest.`,
    complaint: (days) =>
      `The person responsible for your complaint calls ${within(days)}, and you get a written answer ${within(Math.max(days, 5))}.`,
    quote: (days) =>
      `A training adviser calls ${within(days)} to understand what you need; then you get the proposal in writing.`,
    partnership: (days) => `The partnerships team studies your proposal and calls ${within(days)}.`,
    trainer: (days) => `The head of the field goes through your application, and you hear from us ${within(days)}.`,
  },
  fields: {
    name: 'Full name',
    email: 'Email',
    phone: 'Phone number',
    subject: 'Subject',
    message: 'Message',
    problem: 'The problem',
    orderReference: 'Order number',
    institutionName: 'Institution name',
    managerName: 'Manager name',
    contactName: 'Whom we should contact',
    jobTitle: 'Job title',
    specializationId: 'Specialization',
    traineeCount: 'Number of trainees',
    trainingLocation: 'Training location',
    trainingPackage: 'Training package',
    hospitality: 'Hospitality',
    otherAdditions: 'Other additions',
    birthdate: 'Date of birth',
    gender: 'Gender',
    identityNumber: 'National ID or residence number',
    country: 'Country',
    address: 'Address',
    qualification: 'Qualification',
    graduationYear: 'Graduation year',
    yearsOfExperience: 'Years of experience',
    currentJob: 'Current job',
    specialty: 'Specialty',
    academicRank: 'Academic rank',
    experienceDescription: 'Description of your experience',
    researches: 'Research',
    courses: 'Courses and diplomas',
    organization: 'Organization',
    cv: 'CV',
    consent: 'Consent',
  },
  choices: {
    subject: { 1: 'General inquiry', 2: 'Suggestion', 3: 'Complaint', 4: 'Job offer' },
    problem: {
      1: 'Signing in or my account',
      2: 'Paying or an order',
      3: 'A lesson, a session or a file',
      4: 'Something else on the site',
    },
    trainingLocation: { 1: 'At the institute', 2: 'In a hotel', 3: 'Online' },
    hospitality: { 1: 'A meal', 2: 'Drinks and a meal' },
    gender: { male: 'Male', female: 'Female' },
  },
}
