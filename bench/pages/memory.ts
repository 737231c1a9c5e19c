/** The memory of processes, from Linux. */
import { readFileSync, writeFileSync } from 'node:fs'
import { processesOf } from './cpu.ts'

/** Resident MB of each process: now, and the most since the start or the last `resetPeaks`. */
export function memoryMb(pid: number): { now: number[]; peak: number[] } {
  const of = (field: string) => processesOf(pid).flatMap((process) => fieldMb(process, field) ?? [])
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

/** From now on, peaks are those of what follows. */
export function resetPeaks(pid: number): void {
  for (const process of processesOf(pid)) writeFileSync(`/proc/${process}/clear_refs`, '5')
}

/** undefined when the process has ended */
function fieldMb(pid: number, field: string): number | undefined {
  try {
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1000)
  } catch {
    return undefined
  }
}
