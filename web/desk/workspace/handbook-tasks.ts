import tasks from 'virtual:handbook-tasks'
import { DESK_ACTIONS, type DeskAction, matcherOf } from './desk-actions.ts'

/** A task of the handbook, as `web/build/handbook.ts` compiles it. */
export interface HandbookTask {
  page: 'receptionist' | 'doctor' | 'admin'
  id: string
  title: string
  /** The text of its steps. */
  steps: string
}

interface FoundTask {
  title: string
  /** The title of its page. */
  page: string
  to: string
}

const PAGES = {
  receptionist: DESK_ACTIONS.receptionistHandbook,
  doctor: DESK_ACTIONS.doctorHandbook,
  admin: DESK_ACTIONS.adminHandbook,
} as const

/** The tasks of the handbook that match typed words: first by their titles, then by their steps. */
export function findTasks(typed: string, { isForAdmins }: { isForAdmins: boolean }): FoundTask[] {
  const matches = matcherOf(typed)
  const readable = tasks.filter(({ page }) => {
    const action: DeskAction = PAGES[page]
    return isForAdmins || !action.isForAdmins
  })
  const byTitle = readable.filter(({ title }) => matches(title))
  const bySteps = readable.filter(
    (task) => !byTitle.includes(task) && matches(`${task.title} ${task.steps}`),
  )
  return [...byTitle, ...bySteps].map(({ page, id, title }) => ({
    title,
    page: PAGES[page].label,
    to: `${PAGES[page].to}#${id}`,
  }))
}
