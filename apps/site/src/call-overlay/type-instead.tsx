import { ArrowUp } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';

interface TypeInsteadProps {
  readonly disabled: boolean;
  /** The call has no microphone: the keyboard goes here once the call is there. */
  readonly isOnlyWay: boolean;
  readonly onType: () => void;
  readonly onSend: (text: string) => void;
}

/** For visitors who cannot or would rather not speak. */
export function TypeInstead({ disabled, isOnlyWay, onType, onSend }: TypeInsteadProps) {
  const [text, setText] = useState('');
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);

  // The call may be there before this window is: then the window itself looks for the mark.
  const takesKeyboard = isOnlyWay && !disabled;
  useEffect(() => {
    if (takesKeyboard) input.current?.focus();
  }, [takesKeyboard]);

  function send(event: FormEvent) {
    event.preventDefault();
    const words = text.trim();
    if (words === '' || disabled) return;
    onSend(words);
    setText('');
  }

  return (
    <form onSubmit={send} className="type-instead">
      <label htmlFor={inputId} className="sr-only">
        {isOnlyWay ? 'Type your question' : 'Type instead of speaking'}
      </label>
      <input
        ref={input}
        id={inputId}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onType();
        }}
        disabled={disabled}
        data-first-focus={takesKeyboard || undefined}
        maxLength={1000}
        autoComplete="off"
        placeholder={isOnlyWay ? 'Type your question' : 'Or type a question'}
      />
      <button type="submit" disabled={disabled || text.trim() === ''} aria-label="Send">
        <ArrowUp size={22} aria-hidden="true" />
      </button>
    </form>
  );
}
