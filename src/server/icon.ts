/** An open book, for light and dark backgrounds. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#2f6feb"/><path d="M12 7v11M12 7c-2-1.3-4.3-1.5-6.5-1v10.5c2.2-.5 4.5-.3 6.5 1.5 2-1.8 4.3-2 6.5-1.5V6c-2.2-.5-4.5-.3-6.5 1z" fill="none" stroke="#fff" stroke-width="1.5" stroke-linejoin="round"/></svg>';

export const ICON_URI = `data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}`;

/** The server's icons, in the form of the protocol. */
export const ICONS = [{ src: ICON_URI, mimeType: 'image/svg+xml', sizes: ['any'] }];
