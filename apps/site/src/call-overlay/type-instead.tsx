import { ArrowUp } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';

interface TypeInsteadProps {
  readonly disabled: boolean;
  readonly onSend: (text: string) => void;
}

/** For visitors who cannot or would rather not speak. */
export function TypeInstead({ disabled, onSend }: TypeInsteadProps) {
  const [text, setText] = useState('');
  const inputId = useId();

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
        Type instead of speaking
      </label>
      <input
        id={inputId}
        value={text}
        onChange={(event) => setText(event.target.value)}
        disabled={disabled}
        maxLength={1000}
        autoComplete="off"
        placeholder="Or type a question"
      />
      <button type="submit" disabled={disabled || text.trim() === ''} aria-label="Send">
        <ArrowUp size={22} aria-hidden="true" />
      </button>
    </form>
  );
}
