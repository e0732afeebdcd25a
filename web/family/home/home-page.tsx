import { InfoCards } from '#web/components/brand/clinic-contact.tsx'
import { Testimonials } from '#web/family/reviews/testimonials.tsx'
import * as words from '#words/en/site/home.ts'
import { Care } from './care.tsx'
import { ContactForm } from './contact-form.tsx'
import { Doctors } from './doctors.tsx'
import { Hero } from './hero.tsx'
import { QuickAppointment } from './quick-appointment.tsx'
import { Statistics } from './statistics.tsx'
import { ToAnswer } from './to-answer.tsx'
import { Treatments } from './treatments.tsx'
import { WhyUs } from './why-us.tsx'

/** Its sections are in the order of docs/requirements.md#home-page. */
export default function HomePage() {
  return (
    <>
      <ToAnswer />
      <Hero />
      <section aria-label={words.visitUs} className="bg-base-100">
        <div className="shell pt-4 md:pt-6">
          <InfoCards />
        </div>
      </section>
      <QuickAppointment />
      <Care />
      <Treatments />
      <WhyUs />
      <Statistics />
      <Doctors />
      <Testimonials />
      <ContactForm />
    </>
  )
}
