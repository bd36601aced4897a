import { LogoMark } from '../../ui/logo.tsx';

/** A sample of the AI Tutor, built in HTML: the tutor asks back. */
export function SampleChat() {
  return (
    <figure className="picture bg-sheet">
      <figcaption className="flex items-center gap-3 border-b-2 border-ink px-5 py-3.5">
        <LogoMark size={28} />
        <span className="font-semibold">AI Tutor</span>
        <span className="ml-auto text-[0.95rem] text-bark">Sample chat, Science</span>
      </figcaption>
      <ol className="grid gap-3.5 px-4 py-6 sm:px-6">
        <Said by="Student">Why do leaves turn red in fall? Just tell me.</Said>
        <Said by="Tutor">
          Good thing to wonder about. First a question back: what makes a leaf green all summer?
        </Said>
        <Said by="Student">Chlorophyll?</Said>
        <Said by="Tutor">
          Yes. Now the days get short and the tree stops making it. If the green goes away, what
          could you see that was hidden before?
        </Said>
        <Said by="Student">Oh! Other colors that were there the whole time.</Said>
      </ol>
      <p className="flex items-center gap-2.5 border-t-2 border-ink px-5 py-3.5 text-[0.95rem] text-bark">
        <span className="hint-mark" aria-hidden="true" />
        Two hints given. The answer was theirs.
      </p>
    </figure>
  );
}

function Said({ by, children }: { readonly by: 'Student' | 'Tutor'; readonly children: string }) {
  return (
    <li className={by === 'Student' ? 'bubble bubble-student' : 'bubble bubble-tutor'}>
      <span className="sr-only">{by}: </span>
      {children}
    </li>
  );
}
