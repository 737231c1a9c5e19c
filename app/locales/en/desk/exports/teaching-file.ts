import type { teachingFile as source } from '../../../ar/desk/exports/teaching-file.ts'

export const teachingFile: typeof source = {
  fileName: 'teaching',
  title: 'Report of teaching',
  columns: {
    course: 'Course',
    starts: 'Began',
    ends: 'Ends',
    enrolled: 'Enrolled',
    seats: 'Seats',
    attended: 'Attended (%)',
    completed: 'Completed (%)',
    rating: 'Rating',
    ratings: 'Ratings',
  },
}
