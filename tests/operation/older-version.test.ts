/**
 * An upgrade without downtime: the version before the newest migration works on the schema of this one. Its own tests
 * of what visitors, learners and staff do run with the migrations of this version.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { MINUTE_MS } from '../../app/platform/durations.ts'
import { longIt } from '../support/long.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const TESTED = [
  'accounts',
  'catalogue',
  'checkout',
  'orders',
  'payments',
  'quotes',
  'invoices',
  'closing',
  'runs',
  'leads',
  'community',
]

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

describe('the version before the newest migration', () => {
  longIt('passes its own tests on the schema of this version', { timeout: 20 * MINUTE_MS }, () => {
    const program = mkdtempSync(join(tmpdir(), 'maahad-older-'))
    const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'db/migrations')
    git('worktree', 'add', '--detach', program, `${newest}^`)
    try {
      symlinkSync(join(ROOT, 'node_modules'), join(program, 'node_modules'))
      cpSync(join(ROOT, 'db/migrations'), join(program, 'db/migrations'), { recursive: true })
      const vitest = join(program, 'node_modules/vitest/vitest.mjs')
      const folders = TESTED.map((feature) => join('app/features', feature))
      const env = { ...process.env, TEST_LONG: '' }
      const run = spawnSync(process.execPath, [vitest, 'run', ...folders], { cwd: program, env, encoding: 'utf8' })
      expect(run.status, run.stdout + run.stderr).toBe(0)
    } finally {
      git('worktree', 'remove', '--force', program)
      rmSync(program, { recursive: true, force: true })
    }
  })
})
