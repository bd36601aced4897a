import { describe, expect, it } from 'vitest';
import { applyTheme } from './apply-theme.ts';

function page() {
  const set = new Map<string, string>();
  const style = {
    setProperty: (name: string, value: string) => void set.set(name, value),
    removeProperty: (name: string) => void set.delete(name),
  };
  return { set, root: { style } as unknown as HTMLElement };
}

describe('applyTheme', () => {
  it('sets the colours it has, and leaves the rest to the house', () => {
    const { set, root } = page();
    applyTheme({ colors: { accent: '#123456' } }, false, root);
    expect(set.get('--ember-fill')).toBe('#123456');
    expect(set.has('--paper')).toBe(false);
  });

  it('takes the colours of the scheme, and forgets the ones before', () => {
    const { set, root } = page();
    const theme = {
      light: { colors: { background: 'white', border: 'grey' } },
      dark: { colors: { background: 'black' } },
    };
    applyTheme(theme, false, root);
    expect([set.get('--paper'), set.get('--line')]).toEqual(['white', 'grey']);
    applyTheme(theme, true, root);
    expect([set.get('--paper'), set.get('--line')]).toEqual(['black', undefined]);
    applyTheme(null, true, root);
    expect(set.size).toBe(0);
  });
});
