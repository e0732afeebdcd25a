import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { addressLine, phoneLink } from '#contract/clinic/clinic-details.ts'
import * as words from '#words/en/frame.ts'
import { LanguageSwitch } from '../both/languages/language-switch.tsx'
import { SocialLinks } from '../components/brand/social-links.tsx'
import { useClinic } from '../lib/clinic.tsx'

/** Above the header: the clinic's phone number, address and social networks. */
export function TopBar() {
  const clinic = useClinic()
  return (
    <section
      aria-label={words.contactInformation}
      className="bg-neutral text-sm font-semibold text-neutral-content print:hidden"
    >
      <div className="shell flex min-h-10 flex-wrap items-center gap-x-6 md:min-h-11">
        <a
          href={phoneLink(clinic)}
          className="inline-flex min-h-11 items-center gap-2 [&[href]]:hover:underline"
        >
          <Phone aria-hidden="true" size={16} />
          {clinic.phone}
        </a>
        <p className="ms-auto flex items-center gap-2 md:ms-0">
          <MapPin aria-hidden="true" size={16} className="shrink-0" />
          <span className="md:hidden">{clinic.street}</span>
          <span className="hidden md:inline">{addressLine(clinic)}</span>
        </p>
        {/* On phones the footer has them. Narrower than a desktop, the menu has the other languages. */}
        <div className="-mx-3 max-md:hidden md:ms-auto">
          <SocialLinks />
        </div>
        <LanguageSwitch className="max-lg:hidden" />
      </div>
    </section>
  )
}
