import { data, Form, Link, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { type PageRequest, pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { certificateAddress } from '../certificates/certificate-links.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/learn-page'
import type { Lesson, RecordedCourse } from './contract.ts'
import styles from './learn-page.module.css'
import { LessonFiles } from './lesson-files.tsx'
import { learnAddress } from './lesson-links.ts'
import { LessonList } from './lesson-list.tsx'
import { LessonVideo } from './lesson-video.tsx'
import { lessonAfter } from './next-lesson.ts'
import { chosenIn, QuizForm, unansweredIn } from './quiz-form.tsx'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const learning = await orErrorPage(page, page.api.lessons.recordedCourse({ id: params.courseId }), params.courseId)
  const first = learning.nextId ?? learning.lessons[0]?.id
  if (params.lessonId === undefined && first !== undefined)
    throw redirect(learnAddress(page.lang, learning.course.id, first))
  const id = params.lessonId
  const lesson = id === undefined ? null : await orErrorPage(page, page.api.lessons.lesson({ id }))
  if (lesson && lesson.courseId !== learning.course.id) throw redirect('/error')
  return { learning, lesson }
}

/** @param courseId where it is the course that may not be the learner's */
async function orErrorPage<T>(page: PageRequest, call: Promise<T>, courseId?: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    const failure = page.describe(error)
    // The page of the learner's courses says which part is missing, and takes its payment.
    if (failure?.code === 'accessPaused') throw redirect(linksFor(page.lang).myCourses)
    if (failure?.code === 'courseNotFound' && courseId) throw redirect(await publicPage(page, courseId))
    if (failure) throw redirect('/error')
    throw error
  }
}

/** A link to a lesson is shared with people who have not bought the course: they find where it is sold. */
async function publicPage({ api, lang, describe }: PageRequest, courseId: string): Promise<string> {
  try {
    const { course } = await api.checkout.summary({ courseId })
    return linksFor(lang).course(course.slug)
  } catch (error) {
    if (describe(error)) return '/error'
    throw error
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const form = await request.formData()
  const id = params.lessonId ?? ''
  try {
    if (form.get('intent') === 'quiz') {
      const chosen = chosenIn(form)
      const unanswered = unansweredIn(chosen)
      if (unanswered.length > 0)
        return data({ answer: undefined, chosen, unanswered, failure: undefined }, { status: 400 })
      const answer = await page.api.lessons.answerQuiz({ id, chosen })
      return { answer, chosen, unanswered: undefined, failure: undefined }
    }
    await page.api.lessons.completeLesson({ id })
    const course = await page.api.lessons.recordedCourse({ id: params.courseId })
    return redirect(learnAddress(page.lang, course.course.id, lessonAfter(course, Number(id))), 303)
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure, answer: undefined, chosen: undefined, unanswered: undefined }, { status: failure.status })
  }
}

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  const site = siteOf(matches)
  const title = loaderData?.lesson?.title ?? loaderData?.learning.course.name ?? textsIn(site.lang).lessons.list
  return pageMeta({ ...site, pathname: location.pathname, title, description: title, noindex: true })
}

/** A recorded course at one of its lessons. */
export default function LearnPage({ loaderData: { learning, lesson }, actionData }: Route.ComponentProps) {
  const t = useTexts('lessons')
  const { home } = useTexts('ui')
  const lang = useLang()
  const links = linksFor(lang)
  const { course, lessons, done } = learning
  return (
    <main id="content" tabIndex={-1}>
      <PageHead
        title={course.name}
        breadcrumb={[{ label: home, to: links.home }, { label: t.back, to: links.myCourses }, { label: course.name }]}
      >
        {lessons.length > 0 ? (
          <p className={styles.progress}>
            {t.progress(done, lessons.length)}
            <progress value={done} max={lessons.length} aria-hidden />
          </p>
        ) : null}
      </PageHead>
      <Container className={styles.columns}>
        {lesson ? (
          <TakeLesson learning={learning} lesson={lesson} actionData={actionData} key={lesson.id} />
        ) : (
          <EmptyState
            title={t.noneTitle}
            body={t.noneBody}
            action={<ButtonLink to={links.myCourses}>{t.back}</ButtonLink>}
          />
        )}
        {lessons.length > 0 ? <LessonList courseId={course.id} lessons={lessons} currentId={lesson?.id} /> : null}
      </Container>
    </main>
  )
}

type Taken = { learning: RecordedCourse; lesson: Lesson; actionData: Route.ComponentProps['actionData'] }

function TakeLesson({ learning, lesson, actionData }: Taken) {
  const t = useTexts('lessons')
  const lang = useLang()
  const { course, lessons, certificate } = learning
  const place = lessons.findIndex(({ id }) => id === lesson.id)
  return (
    <article className={styles.lesson}>
      {certificate ? (
        <Alert kind="success" title={t.completeTitle}>
          <p>
            {t.completeBody} <Link to={certificateAddress(lang, certificate.code)}>{t.certificate}</Link>
          </p>
        </Alert>
      ) : null}
      <header>
        <p className={styles.place}>
          {t.place(place + 1, lessons.length)} · {t.minutes(lesson.minutes)}
        </p>
        <h2>
          <ContentText>{lesson.title}</ContentText>
        </h2>
      </header>
      {lesson.video ? (
        <LessonVideo
          lessonId={lesson.id}
          title={lesson.title}
          video={lesson.video}
          resumeAt={lesson.progress.doneAt ? 0 : lesson.progress.seconds}
        />
      ) : null}
      {lesson.text ? <Prose html={lesson.text} /> : null}
      <LessonFiles files={lesson.files} />
      {actionData?.failure ? (
        <Alert kind="error" about={actionData}>
          {actionData.failure.message}
        </Alert>
      ) : null}
      {lesson.quiz ? (
        <QuizForm
          quiz={lesson.quiz}
          best={lesson.progress.percent}
          answer={actionData?.answer}
          chosen={actionData?.chosen}
          unanswered={actionData?.unanswered}
        />
      ) : null}
      <Onward courseId={course.id} lessons={lessons} place={place} lesson={lesson} />
    </article>
  )
}

type Steps = { courseId: number; lessons: RecordedCourse['lessons']; place: number; lesson: Lesson }

/** What follows: finishing this lesson, or the next one. */
function Onward({ courseId, lessons, place, lesson }: Steps) {
  const t = useTexts('lessons')
  const lang = useLang()
  const [before, after] = [lessons[place - 1], lessons[place + 1]]
  const mayFinish = !lesson.doneAt && !lesson.hasQuiz
  return (
    <div className={styles.onward}>
      {mayFinish ? (
        <Form method="post">
          <SubmitButton name="intent" value="done">
            {after ? t.finishNext : t.finish}
          </SubmitButton>
        </Form>
      ) : null}
      {after && !mayFinish ? (
        <ButtonLink to={learnAddress(lang, courseId, after.id)} variant={lesson.doneAt ? 'primary' : 'quiet'}>
          {t.next}
        </ButtonLink>
      ) : null}
      {before ? (
        <ButtonLink to={learnAddress(lang, courseId, before.id)} variant="plain">
          {t.previous}
        </ButtonLink>
      ) : null}
    </div>
  )
}
