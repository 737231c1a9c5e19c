/** Where the suite's sequences begin. A seed on which something was found broken stays, with as many runs as showed it. */
export const SEEDS: [seed: number, runs: number][] = [
  [20261120, 30],
  [7, 20],
]
