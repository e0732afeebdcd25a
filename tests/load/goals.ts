import { table } from './table.ts'

/** Collects what has to be reached, and what was. */
export function createGoals() {
  const rows: string[][] = []
  const add = (isMet: boolean, ...cells: string[]) => {
    rows.push([...cells, isMet ? 'met' : 'MISSED'])
  }
  return {
    atLeast(name: string, figure: number, goal: number): void {
      add(figure >= goal, name, figure.toFixed(2), `≥ ${goal.toFixed(2)}`)
    },
    below(name: string, figure: number, goal: number, unit: string): void {
      add(figure < goal, name, `${figure.toFixed(1)} ${unit}`, `< ${goal} ${unit}`)
    },
    /** All of them, a line each. */
    table: () => table(['goals, on 2 cores', 'measured', 'goal', ''], rows),
  }
}

export type Goals = ReturnType<typeof createGoals>
