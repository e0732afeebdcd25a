import { addressIn } from '#words/languages.ts'
import { DAYS, workingDay } from '../browser/visitor.ts'
import { bookingScenes, dashboardScenes, paymentScenes, visitorScenes } from './in-language.ts'

const inSpanish = (path: string) => addressIn('es', path)

export const visitorsInSpanish = visitorScenes(inSpanish)
export const bookingInSpanish = bookingScenes(inSpanish)
export const dashboardInSpanish = dashboardScenes(inSpanish)
export const paymentInSpanish = paymentScenes(inSpanish, workingDay(DAYS.languages))
