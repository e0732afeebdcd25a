import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { SocialLinks } from '../components/social-links.tsx'
import { addressLine, clinic } from '../lib/clinic.ts'

/** Above the header: the number to call, where the clinic is, and its social networks. */
export function TopBar() {
  return (
    <section
      aria-label="Contact information"
      className="bg-neutral text-sm font-semibold text-neutral-content"
    >
      <div className="shell flex min-h-11 flex-wrap items-center gap-x-6">
        <a
          href={clinic.phone.link}
          className="inline-flex min-h-11 items-center gap-2 hover:underline"
        >
          <Phone aria-hidden="true" size={16} />
          {clinic.phone.shown}
        </a>
        <p className="ml-auto flex items-center gap-2 md:ml-0">
          <MapPin aria-hidden="true" size={16} className="shrink-0" />
          <span className="md:hidden">{clinic.address.street}</span>
          <span className="hidden md:inline">{addressLine}</span>
        </p>
        <div className="-mx-3 md:ml-auto">
          <SocialLinks />
        </div>
      </div>
    </section>
  )
}
