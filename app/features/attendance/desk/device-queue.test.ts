import { describe, expect, it } from 'vitest'
import { markQueue, scanQueue } from './device-queue.ts'

const scan = (id: string) => ({ id, code: `code-${id}`, at: '2026-11-23T08:00:00.000Z' })

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const stored = new Map<string, string>()
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
}

describe('scans that wait', () => {
  it('are still there when the page is opened again, each session with its own', () => {
    const store = memory()
    const queue = scanQueue(store, 7)
    queue.add(scan('a'))
    queue.add(scan('b'))
    expect(scanQueue(store, 7).all()).toEqual([scan('a'), scan('b')])
    expect(scanQueue(store, 8).all()).toEqual([])
  })

  it('lose only what was sent, also when another tab has added one meanwhile', () => {
    const store = memory()
    const [queue, other] = [scanQueue(store, 7), scanQueue(store, 7)]
    queue.add(scan('a'))
    other.add(scan('b'))
    queue.remove(['a'])
    expect(queue.all()).toEqual([scan('b')])
    expect(other.all()).toEqual([scan('b')])
    other.remove(['b'])
    expect(store.getItem('attendance:scans:7')).toBe(null)
  })

  it('are kept while the page is open where the storage is full, closed or spoilt', () => {
    const full = {
      ...memory(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    for (const store of [full, undefined]) {
      const queue = scanQueue(store, 7)
      queue.add(scan('a'))
      queue.add(scan('b'))
      queue.remove(['a'])
      expect(queue.all()).toEqual([scan('b')])
    }
    const spoilt = memory()
    spoilt.setItem('attendance:scans:7', '[{"id":1},')
    expect(scanQueue(spoilt, 7).all()).toEqual([])
  })

  it('stand beside the marks of the session, in their order', () => {
    const store = memory()
    const marks = markQueue(store, 7)
    const mark = (id: string, state: 'present' | 'late') => ({ id, orderId: 'one', state, early: false, at: '2026' })
    scanQueue(store, 7).add(scan('a'))
    marks.add(mark('first', 'present'))
    marks.add(mark('second', 'late'))
    expect(markQueue(store, 7).all()).toEqual([mark('first', 'present'), mark('second', 'late')])
    marks.remove(['first'])
    expect(marks.all()).toEqual([mark('second', 'late')])
    expect(scanQueue(store, 7).all()).toEqual([scan('a')])
  })
})
