import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { CHAT_MAX_CHARACTERS } from '../state/chat.ts';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';
import type { ChatMessage } from '../state/page-state.ts';

export function Chat() {
  const strings = useStrings();
  const lines = usePageState((state) => state.chat);
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when a message is added
  useEffect(() => {
    // `scrollIntoView` returns a promise in newer browsers, which is no clean-up function.
    end.current?.scrollIntoView({ block: 'end' });
  }, [lines.length]);
  return (
    <div className="sidebar-body chat">
      {lines.length === 0 ? <p className="chat-empty">{strings.chatEmpty}</p> : null}
      <div
        className="chat-lines"
        role="log"
        aria-live="polite"
        aria-label={strings.chat}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
        tabIndex={0}
      >
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
        <div ref={end} aria-hidden="true" />
      </div>
      <Composer />
    </div>
  );
}

function Line({ line }: { readonly line: ChatMessage }) {
  const strings = useStrings();
  const lang = usePageState((state) => state.lang);
  const time = line.at.toLocaleTimeString(lang === 'jp' ? 'ja' : lang, {
    hour: 'numeric',
    minute: '2-digit',
  });
  return (
    <div className="chat-line" data-mine={line.mine}>
      <p className="chat-from">
        <strong>{line.mine ? strings.you : line.from}</strong> <time>{time}</time>
      </p>
      <p className="chat-text" dir="auto">
        {line.text}
      </p>
    </div>
  );
}

function Composer() {
  const { actions } = usePage();
  const strings = useStrings();
  const [text, setText] = useState('');
  const send = () => {
    actions.sendChat(text);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        aria-label={strings.message}
        dir="auto"
        placeholder={strings.message}
        rows={1}
        value={text}
        maxLength={CHAT_MAX_CHARACTERS}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" aria-label={strings.send} disabled={text.trim() === ''}>
        <SendHorizontal size={20} aria-hidden="true" />
      </button>
    </form>
  );
}
