import type { UnsentText } from '@kindling/assistant/react';
import { ArrowUp } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Unsent } from './unsent.tsx';

interface TypeInsteadProps {
  readonly disabled: boolean;
  /** The call has no microphone: focus moves here once the call is connected. */
  readonly isOnlyWay: boolean;
  /** A written answer is being generated: the next question can be typed, and sent after it. */
  readonly isAnswering: boolean;
  readonly unsent: UnsentText | null;
  readonly onType: () => void;
  readonly onSend: (text: string) => void;
}

/** For visitors who cannot or would rather not speak. */
export function TypeInstead(props: TypeInsteadProps) {
  const { disabled, isOnlyWay, isAnswering, unsent, onType, onSend } = props;
  const [text, setText] = useState('');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isBlocked = disabled || isAnswering || text.trim() === '';

  // The call may be connected before this window opens: then the window itself moves focus to the marked element.
  const takesKeyboard = isOnlyWay && !disabled;
  useEffect(() => {
    if (takesKeyboard) input.current?.focus();
  }, [takesKeyboard]);
  // An unanswered message is restored, unless something was typed since.
  useEffect(() => {
    if (unsent) setText((written) => written || unsent.text);
  }, [unsent]);

  function send(event: FormEvent) {
    event.preventDefault();
    if (isBlocked) return;
    onSend(text.trim());
    setText('');
  }

  function sendAgain({ text: failed }: UnsentText) {
    onSend(failed);
    setText((written) => (written.trim() === failed ? '' : written));
    // The clicked button is gone.
    input.current?.focus();
  }

  return (
    <>
      <Unsent id={`${id}-unsent`} unsent={unsent} onSendAgain={sendAgain} />
      <form onSubmit={send} className="type-instead">
        <label htmlFor={id} className="sr-only">
          {isOnlyWay ? 'Type your question' : 'Type instead of speaking'}
        </label>
        <input
          ref={input}
          id={id}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onType();
          }}
          disabled={disabled}
          data-first-focus={takesKeyboard || undefined}
          aria-describedby={unsent ? `${id}-unsent` : undefined}
          maxLength={1000}
          autoComplete="off"
          placeholder={isOnlyWay ? 'Type your question' : 'Or type a question'}
        />
        <button type="submit" className="type-send" disabled={isBlocked} aria-label="Send">
          <ArrowUp size={22} aria-hidden="true" />
        </button>
      </form>
    </>
  );
}
