import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { VideoElement } from '../lesson-player/video-element.tsx'
import type { LessonVideo as Video } from './contract.ts'
import styles from './lesson-video.module.css'
import { clockOf } from './video-clock.ts'

const SPEEDS = [0.75, 1, 1.25, 1.5, 2]
/** How often it is told how far the video was watched. */
const TOLD_SECONDS = 10
/** One that was left right at its beginning begins anew. */
const WORTH_RESUMING_SECONDS = 5

type Props = { lessonId: number; title: string; video: Video; resumeAt: number }

/** The video of a lesson: it goes on where it was left, on any device. Without scripts it is the browser's player. */
export function LessonVideo({ lessonId, title, video, resumeAt }: Props) {
  const t = useTexts('lessons')
  const lang = useLang()
  const hasScripts = useScripts()
  const player = useRef<HTMLVideoElement>(null)
  const { revalidate } = useRevalidator()
  const resumes = resumeAt >= WORTH_RESUMING_SECONDS
  useResume(player, resumes ? resumeAt : 0)
  useWatchProgress(player, lessonId, () => void revalidate())
  return (
    <div className={styles.video}>
      <VideoElement ref={player} video={video} title={t.video(title)} lang={lang} />
      {hasScripts ? (
        <div className={styles.bar}>
          {resumes ? <p>{t.resumed(clockOf(resumeAt))}</p> : null}
          <Speed player={player} />
        </div>
      ) : null}
    </div>
  )
}

function Speed({ player }: { player: React.RefObject<HTMLVideoElement | null> }) {
  const t = useTexts('lessons')
  const [speed, setSpeed] = useState(1)
  return (
    <label className={styles.speed}>
      {t.speed}
      <select
        value={speed}
        onChange={({ currentTarget }) => {
          const chosen = Number(currentTarget.value)
          setSpeed(chosen)
          if (player.current) player.current.playbackRate = chosen
        }}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
    </label>
  )
}

function useResume(player: React.RefObject<HTMLVideoElement | null>, at: number) {
  const first = useRef(at)
  useEffect(() => {
    const video = player.current!
    const resume = () => {
      if (first.current > 0 && first.current < video.duration) video.currentTime = first.current
      first.current = 0
    }
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) resume()
    else video.addEventListener('loadedmetadata', resume, { once: true })
    return () => video.removeEventListener('loadedmetadata', resume)
  }, [player])
}

/** @param onDone when the server says that the lesson is done */
function useWatchProgress(player: React.RefObject<HTMLVideoElement | null>, lessonId: number, onDone: () => void) {
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const video = player.current!
    let told = 0
    let wasDone = false
    const tell = async () => {
      const seconds = Math.floor(video.currentTime)
      if (seconds === 0 || seconds === told || !Number.isFinite(video.duration)) return
      told = seconds
      const isDone = await sendProgress(lessonId, seconds, Math.ceil(video.duration))
      if (isDone && !wasDone) done.current()
      wasDone = isDone
    }
    const tick = () => {
      if (Math.abs(video.currentTime - told) >= TOLD_SECONDS) void tell()
    }
    const leave = () => void tell()
    video.addEventListener('timeupdate', tick)
    for (const event of ['pause', 'ended'] as const) video.addEventListener(event, leave)
    addEventListener('pagehide', leave)
    return () => {
      leave()
      video.removeEventListener('timeupdate', tick)
      for (const event of ['pause', 'ended'] as const) video.removeEventListener(event, leave)
      removeEventListener('pagehide', leave)
    }
  }, [player, lessonId])
}

/** @returns whether the lesson is done now; what could not be sent is told with the next */
async function sendProgress(lessonId: number, seconds: number, length: number): Promise<boolean> {
  try {
    const response = await fetch(`/api/Learning/lessons/${lessonId}/progress`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ seconds, length }),
      keepalive: true,
    })
    const answer = (await response.json()) as { data?: { doneAt: string | null } }
    return answer.data?.doneAt != null
  } catch {
    return false
  }
}
