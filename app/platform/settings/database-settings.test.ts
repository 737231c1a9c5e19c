import { describe, expect, it } from 'vitest'
import { settingsErrors } from '../../../tests/support/settings-errors.ts'
import { readSettings } from '../settings.server.ts'

const read = (env: Record<string, string>) => readSettings({ AUTH_SECRET: 'x'.repeat(32), MAAHAD_DEMO: '1', ...env })

const refused = (env: Record<string, string>) => settingsErrors(() => read(env))

describe('the connections to the database', () => {
  it.each([
    [{}, 20],
    [{ WORKERS: '2' }, 12],
    [{ WORKERS: '4' }, 6],
    [{ WORKERS: '8' }, 6],
    [{ DATABASE_POOL: '40' }, 40],
    [{ DATABASE_POOL: '50', WORKERS: '4' }, 12],
  ])('of a process, for pages and calls, with %o: %i', (env, connections) => {
    expect(read(env).requestConnections).toBe(connections)
  })

  it.each([
    [{ DATABASE_POOL: '5' }, /^DATABASE_POOL: .*6/],
    [{ DATABASE_POOL: '501' }, /^DATABASE_POOL: .*500/],
    [{ DATABASE_POOL: '1e9' }, /^DATABASE_POOL: /],
    [{ DATABASE_POOL: '23', WORKERS: '4' }, /^DATABASE_POOL: 4 processes \(WORKERS\) need at least 24 connections$/],
  ])('are refused with %o', (env, message) => {
    expect(refused(env)).toEqual([expect.stringMatching(message)])
  })
})
