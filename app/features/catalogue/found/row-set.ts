/** Rows of a table as bits: a hundred thousand take 12 kB, and two sets are joined in microseconds. */
export class RowSet {
  words: Uint32Array

  constructor(size: number) {
    this.words = new Uint32Array((size + 31) >>> 5)
  }

  has(row: number): boolean {
    return ((this.words[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0
  }

  set(row: number, isIn: boolean): void {
    const at = row >>> 5
    if (at >= this.words.length) {
      const longer = new Uint32Array(at + 64)
      longer.set(this.words)
      this.words = longer
    }
    if (isIn) this.words[at]! |= 1 << (row & 31)
    else this.words[at]! &= ~(1 << (row & 31))
  }

  static all(size: number): RowSet {
    const rows = new RowSet(size)
    for (let row = 0; row < size; row++) rows.set(row, true)
    return rows
  }

  static inAll(sets: readonly RowSet[]): RowSet {
    const both = new RowSet(0)
    const [first, ...others] = sets
    if (!first) return both
    both.words = first.words.slice()
    for (const { words } of others) for (let at = 0; at < both.words.length; at++) both.words[at]! &= words[at] ?? 0
    return both
  }

  forEach(visit: (row: number) => void): void {
    for (let at = 0; at < this.words.length; at++)
      for (let left = this.words[at]!; left !== 0; left &= left - 1) visit(at * 32 + (31 - Math.clz32(left & -left)))
  }
}
