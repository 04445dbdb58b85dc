import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps';

/** Takes the theme, the variables of style and the room of the host over. */
export function settle(root: HTMLElement, context: McpUiHostContext): void {
  const { theme, styles, safeAreaInsets: insets, containerDimensions: room } = context;
  root.style.colorScheme = theme ?? 'light dark';
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value);
  }
  if (insets) {
    const { top, right, bottom, left } = insets;
    root.style.padding = `${top}px ${right}px ${bottom}px ${left}px`;
  }
  // In a room of fixed height the page scrolls; else the host gives it the height that it tells.
  root.classList.toggle('fixed', room !== undefined && 'height' in room);
}

/** Tells the height of an element, at first and whenever it changes. */
export function watchHeight(element: HTMLElement, tell: (height: number) => void): void {
  let told = 0;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(element.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    tell(height);
  });
  observer.observe(element);
}
