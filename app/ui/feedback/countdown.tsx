import { useEffect, useRef, useState } from 'react'
import { formatDay, formatTime, formatWeekday } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { HOUR_SECONDS, MINUTE_SECONDS } from '../../platform/durations.ts'

/**
 * The remaining time by the server's clock. Without scripts it shows the end time, with its day unless that is today.
 * @param plain what is said without scripts: that something lasts until then, or begins then
 * @param onDone called once when the time has run out
 */
export function Countdown({
  until,
  serverNow,
  doneLabel,
  plain = 'until',
  onDone,
}: {
  until: string
  serverNow: string
  doneLabel: string
  plain?: 'until' | 'from'
  onDone?: () => void
}) {
  const t = useTexts('ui')
  const lang = useLang()
  const [left, setLeft] = useState<number>()
  const done = useRef(onDone)
  done.current = onDone

  useEffect(() => {
    // The monotonic clock: the visitor's clock may be wrong or change while the page is open.
    const end = performance.now() + Date.parse(until) - Date.parse(serverNow)
    const remaining = () => Math.max(0, Math.ceil(Math.round(end - performance.now()) / 1000))
    setLeft(remaining())
    const timer = setInterval(() => {
      const seconds = remaining()
      setLeft(seconds)
      if (seconds > 0) return
      clearInterval(timer)
      done.current?.()
    }, 1000)
    return () => clearInterval(timer)
  }, [until, serverNow])

  if (Date.parse(until) <= Date.parse(serverNow) || left === 0) return <span role="timer">{doneLabel}</span>
  const isToday = formatDay(until, lang) === formatDay(serverNow, lang)
  const time = formatTime(until, lang)
  const moment = isToday ? time : t.moment(formatWeekday(until, lang), time)
  return (
    <time dateTime={until} role="timer" aria-live="off">
      {left === undefined ? t[plain](moment) : <bdi dir="ltr">{clock(left)}</bdi>}
    </time>
  )
}

function clock(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / HOUR_SECONDS)
  const rest = `${two(Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS))}:${two(seconds % MINUTE_SECONDS)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
