/** What enrolling and moving a person ask first: the course and its run; then the preview, or why there is none. */
import { ChosenCourse, type CourseFilter } from '../../../desk/course-filter.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import type { FormFailure, PageRequest } from '../../../request-context.ts'
import { FieldRowValue } from '../../../ui/fields/field-row.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

type CourseAndRunProps = { courses: CourseFilter; path: string; query: Record<string, string> }

/** The fields `course` and, when the course has runs, `run`. @property query kept when the course is taken away */
export function CourseAndRun({ courses, path, query }: CourseAndRunProps) {
  const t = useDeskTexts('enrol')
  return (
    <>
      {courses.course ? (
        <FieldRowValue label={t.course}>
          <ChosenCourse filter={courses} path={path} query={query} />
        </FieldRowValue>
      ) : (
        <TextField name="course" label={t.course} hint={t.courseHint} defaultValue={query.course} dir="auto" required />
      )}
      {courses.runs.length > 0 ? (
        <SelectField
          name="run"
          label={t.fields.run}
          defaultValue={query.run}
          options={[
            { value: '', label: t.chooseRun },
            ...courses.runs.map(({ value, label, freeSeats }) => ({ value, label: t.runWithSeats(label, freeSeats) })),
          ]}
          required
        />
      ) : null}
    </>
  )
}

/** The preview, or the refusal that the form shows. @throws what is no refusal */
export async function orRefusal<Shown extends object>(
  describe: PageRequest['describe'],
  preview: () => Promise<Shown>,
): Promise<Shown | { failure: FormFailure }> {
  try {
    return await preview()
  } catch (error) {
    const failure = describe(error)
    if (!failure) throw error
    return { failure }
  }
}
