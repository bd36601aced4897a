import type { ClientMessage, SayMessage } from '@kindling/protocol/messages';

/** What the messages of a page may do. */
export interface CommandActions {
  say(message: SayMessage): void;
  /** A typed turn; `respond` is false where it is only recorded. */
  addUser(text: string, respond: boolean): void;
  addContext(role: 'system' | 'assistant', text: string, respond: boolean): void;
  mute(): void;
  unmute(): void;
  sayFirstMessage(): void;
  /** The caller types: the silence starts again. */
  typing(): void;
  hangUp(): void;
  /** Whether the call may hold one more line with these words. */
  hasRoom(text: string): boolean;
  reject(code: string, message: string): void;
}

export interface Commands {
  handleMessage(message: ClientMessage): void;
  /** Executes what arrived before the start. */
  start(): void;
}

/** Messages kept until the start, at most. */
const MAX_WAITING = 20;

export function createCommands(actions: CommandActions): Commands {
  const waiting: ClientMessage[] = [];
  let started = false;

  function execute(message: ClientMessage) {
    switch (message.type) {
      case 'say':
        return say(message);
      case 'add-message':
        return addMessage(message);
      case 'control':
        return control(message.control);
      case 'typing':
        return actions.typing();
      case 'end-call':
        return actions.hangUp();
    }
  }

  function rejectFull() {
    const message = 'This call holds as much text as a call may. Start a new call to go on.';
    actions.reject('call_full', message);
  }

  function say(message: SayMessage) {
    if (!actions.hasRoom(message.message)) return rejectFull();
    actions.say(message);
  }

  function addMessage(message: Extract<ClientMessage, { type: 'add-message' }>) {
    const { role, content } = message.message;
    const text = content.trim();
    if (text === '') return;
    if (!actions.hasRoom(text)) return rejectFull();
    if (role === 'user') actions.addUser(text, message.triggerResponseEnabled !== false);
    // Context is answered only where the page asks for it.
    else actions.addContext(role, text, message.triggerResponseEnabled === true);
  }

  function control(name: Extract<ClientMessage, { type: 'control' }>['control']) {
    if (name === 'mute-assistant') actions.mute();
    else if (name === 'unmute-assistant') actions.unmute();
    else actions.sayFirstMessage();
  }

  return {
    handleMessage(message) {
      if (started || message.type === 'end-call') execute(message);
      else if (waiting.length < MAX_WAITING) waiting.push(message);
    },
    start() {
      started = true;
      for (const message of waiting.splice(0)) execute(message);
    },
  };
}
