import type { learning as source } from '../ar/learning.ts'
import { pluralEn } from '../format.ts'
import { joining } from './joining.ts'

const sessions = (n: number) => pluralEn(n, '{n} session', '{n} sessions')

const lessons = (n: number) => pluralEn(n, '{n} lesson', '{n} lessons')

export const learning: typeof source = {
  title: 'My courses',
  lead: 'Everything you are enrolled in: your next session and where it is, your attendance, your certificate.',
  leadRecorded: 'Your recorded courses: their lessons, how far you are, your certificate.',
  emptyTitle: 'No courses yet',
  emptyBody: 'Once your enrolment in a course is confirmed, its dates or lessons and its certificate are here.',
  browse: 'Browse courses',
  onTheWay: {
    title: 'Not confirmed yet',
    waitsFor: {
      payment: 'Your order waits for its payment. Complete it in your orders.',
      receipt: 'We are waiting for the receipt of your transfer.',
      review: 'Your receipt has arrived, and we are checking it.',
    },
    waiting: (place) => `Your place in the waiting list: ${place}`,
    offered: (day, time) => `A seat is held for you until ${day}, ${time}`,
  },
  states: { coming: 'Not started yet', running: 'Running', over: 'Ended', recorded: 'Recorded' },
  next: 'Next session',
  now: 'Session under way',
  place: 'Place',
  online: 'Online',
  room: (room) => `Room: \u2068${room}\u2069`,
  map: 'Open the map',
  join: 'Join the session',
  joining,
  datesSoon: 'The next sessions have not been announced yet.',
  ended: 'All sessions of this course are over.',
  lessonsSoon: 'Its lessons are not out yet. We email you as soon as they are, and you find them here.',
  lessonsDone: (done, of) => (done === 0 ? `${lessons(of)} to start with` : `${done} of ${lessons(of)} done`),
  start: 'Start learning',
  goOn: 'Continue learning',
  review: 'Look at the lessons again',
  materials: 'Course materials',
  attendance: 'Your attendance',
  attended: (n, of) => (n === 0 ? `None recorded yet, of ${sessions(of)}` : `${n} of ${sessions(of)} attended`),
  ofAll: (n) => `The course has ${sessions(n)}`,
  certificate: 'Your certificate',
  certificateOpen: 'See and check it',
  pdf: 'Download as PDF',
  order: 'Order',
  calendar: 'Add to calendar',
  details: 'Order details',
  moveAsked: 'You asked for another date on',
  moveStates: { received: 'Received', handling: 'Being handled', answered: 'Answered', closed: 'Closed' },
  moveOpen: 'Open the request and its answer',
  move: 'Ask for another date',
  named: (action, course) => `${action}: ${course}`,
  feed: {
    title: 'Your dates in your calendar',
    lead: 'Subscribe once: all your sessions appear in the calendar of your phone or computer, and follow every change.',
    make: 'Make a subscription link',
    subscribe: 'Subscribe',
    address: 'Subscription link',
    addressHint:
      'Copy it to “Add calendar from URL” in Google Calendar or Outlook. Whoever knows it sees your dates: keep it to yourself.',
    renew: 'Replace the link',
    renewHint: 'The present link stops working, and you subscribe again with the new one.',
    end: 'Stop the link',
    renewed: 'This is your new link. The former one no longer works.',
    ended: 'The link has stopped, and your calendar is no longer updated.',
    manage: 'Replace or stop the link',
  },
  asked: 'We have received your request and will answer by email.',
  withdrawn: 'You withdrew the request, and stay enrolled.',
}
