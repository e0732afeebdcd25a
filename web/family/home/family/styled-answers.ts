// The stylesheet of public pages has no classes for this card.
import '#web/styles/app.css'

export { default } from '#web/family/waitlist/needs-answer.tsx'
