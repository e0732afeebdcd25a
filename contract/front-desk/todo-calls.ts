import type { Call } from '../call.ts'
import { agendaParams } from './agenda.ts'
import * as schemas from './todo.ts'

export const countTodo = {
  method: 'GET',
  path: '/todo',
  access: 'staff',
  summary: 'How much waits for the front desk, for staff',
  answers: { 200: schemas.todoCounts },
} as const satisfies Call

export const readSetup = {
  method: 'GET',
  path: '/todo/setup',
  access: 'admin',
  summary: 'Which parts of the clinic are set up, for admins',
  answers: { 200: schemas.setupSteps },
} as const satisfies Call

export const listOwing = {
  method: 'GET',
  path: '/todo/owing',
  access: 'staff',
  summary: 'Past visits that are not paid, oldest first, for staff',
  query: schemas.owingQuery,
  answers: { 200: schemas.owingList },
} as const satisfies Call

export const listCalls = {
  method: 'GET',
  path: '/todo/calls',
  access: 'staff',
  summary: 'Families whom no email has told what the clinic has canceled or moved, for staff',
  answers: { 200: schemas.callList },
} as const satisfies Call

export const listTodoMarks = {
  method: 'GET',
  path: '/todo/marks',
  access: 'staff',
  summary: 'Who takes care of what waits on other pages and in the schedule, for staff',
  answers: { 200: schemas.todoMarks },
} as const satisfies Call

export const markTodo = {
  method: 'PUT',
  path: '/todo/:list/:id',
  access: 'staff',
  summary: 'Say who takes care of what waits, and what came of a call, for staff',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  params: schemas.todoParams,
  body: schemas.todoChange,
  answers: { 200: schemas.todoMark, 409: schemas.todoRefusal },
} as const satisfies Call

export const askForPayment = {
  method: 'POST',
  path: '/todo/owing/:id/ask',
  access: 'staff',
  summary: 'Email a family to pay for a past visit, for staff',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  params: agendaParams,
  answers: { 200: schemas.askedForPayment },
} as const satisfies Call
