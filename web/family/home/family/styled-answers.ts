// Public pages have the classes of their own screens only.
import '#web/styles/app.css'

export { default } from '#web/family/waitlist/needs-answer.tsx'
