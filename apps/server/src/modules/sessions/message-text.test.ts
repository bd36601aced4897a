import type { ChatMessage } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { toModelMessages } from './message-text.ts';
import { recentMessages } from './recent-messages.ts';

const asks = (id: string): ChatMessage => ({
  role: 'assistant',
  tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: '{}' } }],
});

describe('messages for models', () => {
  it('leaves out half an exchange with a tool', () => {
    const messages: ChatMessage[] = [
      { role: 'tool', content: 'lost', tool_call_id: 'gone' },
      { role: 'user', content: 'Hi.' },
      asks('unanswered'),
      { role: 'bot', message: 'Hello.' },
    ];
    expect(toModelMessages(messages)).toEqual([
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: 'Hello.' },
    ]);
  });

  it('keeps the newest that fit, and what instructs', () => {
    const messages: ChatMessage[] = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'x'.repeat(50) },
      { role: 'assistant', content: 'y'.repeat(30) },
      { role: 'user', content: 'z'.repeat(20) },
    ];
    expect(recentMessages(messages, 60).map((one) => one.role)).toEqual([
      'system',
      'assistant',
      'user',
    ]);
  });
});
