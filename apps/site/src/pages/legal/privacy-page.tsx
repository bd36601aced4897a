import { LanternEmblem } from '../../ui/art/emblems.tsx';
import { LegalPage } from './legal-page.tsx';
import { Fact } from './privacy-fact.tsx';
import { PrivacySummary } from './privacy-summary.tsx';
import { privacySections } from './privacy-text.tsx';

export default function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy"
      emblem={<LanternEmblem />}
      lede={
        <>
          <Fact name="promise">No cookies, no analytics.</Fact> This page says what the site and its
          voice call process, where that happens, how long it is kept and who can see it.
        </>
      }
      summary={<PrivacySummary />}
      sections={privacySections}
    />
  );
}
