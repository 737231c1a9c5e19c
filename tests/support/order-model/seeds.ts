/** Seeds of the suite. A seed that found an error stays, with the number of runs that showed it. */
export const SEEDS: [seed: number, runs: number][] = [
  [20261120, 30],
  [7, 20],
]
