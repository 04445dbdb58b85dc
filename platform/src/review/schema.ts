/** Reviews of change requests, requested reviewers, and the description of a change request. */
export const REVIEWS = `
ALTER TABLE change_request ADD COLUMN description TEXT;
CREATE INDEX change_request_by_space ON change_request (space, updated_at, id);
CREATE TABLE review (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  change_request TEXT NOT NULL REFERENCES change_request(id), reviewer TEXT NOT NULL REFERENCES user(id),
  requested_by TEXT REFERENCES user(id), status TEXT NOT NULL, revision TEXT NOT NULL, created_at TEXT NOT NULL
) STRICT;
CREATE INDEX review_by_change_request ON review (change_request, sequence);
CREATE TABLE requested_reviewer (
  change_request TEXT NOT NULL REFERENCES change_request(id), user TEXT NOT NULL REFERENCES user(id),
  requested_by TEXT NOT NULL REFERENCES user(id), revision TEXT NOT NULL, created_at TEXT NOT NULL,
  PRIMARY KEY (change_request, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX requested_reviewer_by_user ON requested_reviewer (user, change_request);
ALTER TABLE comment ADD COLUMN review TEXT REFERENCES review(id);
CREATE INDEX comment_by_review ON comment (review) WHERE review IS NOT NULL;
`;

export const REVIEW_STATUSES = ['changes-requested', 'approved'] as const;

export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export interface ReviewRow {
  sequence: number;
  id: string;
  change_request: string;
  reviewer: string;
  /** Who requested it. */
  requested_by: string | null;
  status: ReviewStatus;
  /** The reviewed revision of the change request. */
  revision: string;
  created_at: string;
}

export interface RequestedReviewerRow {
  change_request: string;
  user: string;
  requested_by: string;
  /** The revision of the change request at the time of the request. */
  revision: string;
  created_at: string;
}
