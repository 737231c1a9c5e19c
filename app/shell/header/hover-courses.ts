/** The courses of a specialization by delivery method, for both menus. */
import { useCallback, useEffect, useState } from 'react'
import type { Api } from '../../api/contract.ts'
import { httpApi } from '../../api/http-api.ts'
import type { Lang } from '../../locales/lang.ts'
import { useLang } from '../../locales/texts.tsx'

export type HoverCourses = Awaited<ReturnType<Api['catalogue']['coursesOnHover']>>

/** After this time a failure is shown, with a retry. */
const HOVER_COURSES_TIMEOUT_MS = 15_000

// A document has one language, so the courses of a specialization are fetched once per document.
const pendingRequests = new Map<number, Promise<HoverCourses>>()
const known = new Map<number, HoverCourses>()

/** The side menu makes one call, the header one for each delivery method, as the specification says. */
export type HoverCalls = 'at-once' | 'by-type'

/** For browsers only. Failures are not cached: the next call tries again. */
export function hoverCourses(lang: Lang, specializationId: number, calls: HoverCalls): Promise<HoverCourses> {
  const under = pendingRequests.get(specializationId)
  if (under) return under
  const { catalogue } = httpApi(lang, { signal: AbortSignal.timeout(HOVER_COURSES_TIMEOUT_MS) })
  const ofType = (courseType?: number) => catalogue.coursesOnHover({ SpecializationId: specializationId, courseType })
  const answer = calls === 'at-once' ? ofType() : Promise.all([ofType(2), ofType(3), ofType(1)]).then(merged)
  pendingRequests.set(specializationId, answer)
  answer.then(
    (courses) => known.set(specializationId, courses),
    () => pendingRequests.delete(specializationId),
  )
  return answer
}

function merged([recorded, online, offline]: HoverCourses[]): HoverCourses {
  return {
    recordedCourses: recorded!.recordedCourses,
    onlineCourses: online!.onlineCourses,
    offlineCourses: offline!.offlineCourses,
  }
}

export type HoverCoursesState = { courses: HoverCourses | undefined; failed: boolean; retry: () => void }

/** The courses of a specialization; null fetches nothing. Neither courses nor failure means that they are loading. */
export function useHoverCourses(specializationId: number | null, calls: HoverCalls): HoverCoursesState {
  const lang = useLang()
  const [, show] = useState<HoverCourses>()
  const [failed, setFailed] = useState<number>()
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    if (specializationId === null || known.has(specializationId)) return
    let here = true
    setFailed(undefined)
    hoverCourses(lang, specializationId, calls).then(
      (courses) => here && show(courses),
      () => here && setFailed(specializationId),
    )
    return () => {
      here = false
    }
  }, [lang, specializationId, calls, tries])

  const retry = useCallback(() => setTries((count) => count + 1), [])
  return {
    courses: specializationId === null ? undefined : known.get(specializationId),
    failed: specializationId !== null && failed === specializationId,
    retry,
  }
}
